"""Derives the constants of the elementary functions: prints src/base/elementary_tables.h.

Needs mpmath (Debian: python3-mpmath). Polynomials go through the function at Chebyshev's nodes, so their
error is within a small factor of the least there is; it is printed to stderr, beside each.

    python3 bench/elementary.py > src/base/elementary_tables.h
"""
import struct
import sys

import mpmath as mp

mp.mp.prec = 300
CELLS = 128


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def number(b):
    return struct.unpack("<d", struct.pack("<Q", b))[0]


def cut(x, unit):
    """The multiple of unit that is nearest to x: a float when it has few enough digits."""
    return float(mp.nint(x / unit) * unit)


def two(x, unit):
    """x as a number of few digits and the rest."""
    high = cut(x, unit)
    return high, float(x - high)


def hexes(values):
    return ", ".join(float(v).hex().replace("0x0.0p+0", "0.0") for v in values)


def wrapped(values, width=100):
    lines, line = [], "   "
    for word in hexes(values).split(", "):
        if len(line) + len(word) + 2 > width:
            lines.append(line)
            line = "   "
        line += " " + word + ","
    return "\n".join(lines + [line.rstrip(",")])


def polynomial(name, comment, f, low, high, count, weight=lambda x: 1, long=0):
    """Coefficients from the lowest power up of the one through f at Chebyshev's nodes; error times weight. For the
    first `long` of them also what rounding took."""
    low, high = mp.mpf(low), mp.mpf(high)
    x = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    c = list(mp.lu_solve(mp.matrix([[t**k for k in range(count)] for t in x]), mp.matrix([f(t) for t in x])))
    rounded = [float(a) for a in c]
    rest = [float(c[k] - rounded[k]) for k in range(long)]
    grid = [low + (high - low) * (i + mp.mpf("0.31")) / 400 for i in range(400)]
    worst = max(abs(weight(t) * (f(t) - sum(a * t**k for k, a in enumerate(rounded)) - sum(a * t**k for k, a in enumerate(rest)))) for t in grid)
    print(f"{name}: error 2^{float(mp.log(worst, 2)):.1f}", file=sys.stderr)
    print(f"/* {comment} */\nstatic const double {name}[{count}] = {{\n{wrapped(rounded)}}};\n")
    if long:
        print(f"/* and what rounding took from the first */\nstatic const double {name}_rest[{long}] = {{\n{wrapped(rest)}}};\n")


def logarithms():
    """Cell i holds the numbers whose bits lie in [start + i 2^45, start + (i + 1) 2^45); 1 is within one."""
    start = bits(0.5) + 53 * 2**45 - 2**44
    unit, widest, rows = mp.mpf(2) ** -42, 0, []
    for i in range(CELLS):
        ends = [mp.mpf(number(start + (i + j) * 2**45)) for j in range(2)]
        c = 1.0 if ends[0] <= 1 < ends[1] else cut(2 / (ends[0] + ends[1]), mp.mpf(2) ** -14)
        widest = max([widest] + [abs(m * c - 1) for m in ends])
        rows.append((c,) + two(-mp.log(c), unit))
    print(f"reduced number of log: {float(widest):.6f}, 2^{float(mp.log(widest, 2)):.2f}", file=sys.stderr)
    print(f"""/* Where the cells of the logarithm begin; 2^-k x lies in one of them. In a row: c, of few digits
 * and near to 1/x, and -ln c in two parts, the first a multiple of 2^-42 (as that of ln 2 is). */
#define LOG_START UINT64_C(0x{start:016x})
#define LN2_HIGH {hexes(two(mp.log(2), unit)[:1])}
#define LN2_LOW {hexes(two(mp.log(2), unit)[1:])}

static const double log_cells[{CELLS}][3] = {{""")
    print(",\n".join("    {" + hexes(row) + "}" for row in rows) + "};\n")
    polynomial("log_powers", "(ln(1 + r) - r + r^2 / 2) / r^3", lambda r: (mp.log1p(r) - r + r * r / 2) / r**3,
               -widest, widest, 6, lambda r: r * r)


def exponentials():
    step = mp.log(2) / CELLS
    high, low = two(step, mp.mpf(2) ** -42)
    print(f"""/* exp(x) = 2^(k / 128) exp(r); k / 128 is a whole number and one of the rows, which hold
 * t = 2^(j / 128), rounded, and by which part of it that is too little. */
#define EXP_CELLS_PER_UNIT {hexes([1 / step])}
#define EXP_CELL_HIGH {hexes([high])}
#define EXP_CELL_LOW {hexes([low])}

static const double exp_cells[{CELLS}][2] = {{""")
    rows = []
    for j in range(CELLS):
        exact = mp.mpf(2) ** (mp.mpf(j) / CELLS)
        rows.append((float(exact), float((exact - float(exact)) / float(exact))))
    print(",\n".join("    {" + hexes(row) + "}" for row in rows) + "};\n")
    half = step / 2 * mp.mpf("1.001")
    polynomial("exp_powers", "(exp(r) - 1 - r) / r^2", lambda r: (mp.expm1(r) - r) / r**2, -half, half, 4,
               lambda r: r * r)
    polynomial("expm1_powers", "(exp(x) - 1 - x - x^2 / 2) / x^3, up to 1/4",
               lambda x: (mp.expm1(x) - x - x * x / 2) / x**3, -0.25, 0.25, 10, lambda x: x * x)


def angles():
    print(f"#define TWO_PI_HIGH {hexes([2 * mp.pi])}\n#define TWO_PI_LOW {hexes([2 * mp.pi - float(2 * mp.pi)])}")
    square = 2 * mp.pi**2
    print(f"#define TWO_PI_SQUARES_HIGH {hexes([square])}\n#define TWO_PI_SQUARES_LOW {hexes([square - float(square)])}\n")
    eighth = mp.mpf(1) / 64

    def sine(q):
        f = mp.sqrt(q)
        return (mp.sin(2 * mp.pi * f) - 2 * mp.pi * f) / f**3

    polynomial("sine_powers", "(sin(2 pi f) - 2 pi f) / f^3 by q = f^2, up to f = 1/8", sine, 0, eighth, 7,
               lambda q: q / 6)
    polynomial("cosine_powers", "(cos(2 pi f) - 1 + 2 pi^2 f^2) / f^4 by q = f^2, up to f = 1/8",
               lambda q: (2 * mp.pi**2 * q - 2 * mp.sin(mp.pi * mp.sqrt(q)) ** 2) / q**2, 0, eighth, 7, lambda q: q * q)
    polynomial("arctan_powers", "(atan(t) - t) / t^3 by t^2, up to t = 3/16",
               lambda q: (mp.atan(mp.sqrt(q)) - mp.sqrt(q)) / mp.sqrt(q) ** 3, 0, mp.mpf(3) / 80, 9, lambda q: q)
    print("/* atan(j / 8) and pi / 2 - atan(j / 8), each in two parts. */\nstatic const double arctan_cells[9][4] = {")
    rows = []
    for j in range(9):
        row = []
        for angle in (mp.atan(mp.mpf(j) / 8), mp.pi / 2 - mp.atan(mp.mpf(j) / 8)):
            row += [float(angle), float(angle - float(angle))]
        rows.append(row)
    print(",\n".join("    {" + hexes(row) + "}" for row in rows) + "};\n")


def gammas():
    polynomial("gamma_powers", "Gamma(1.5 + y) - 15/16, |y| <= 1/2",
               lambda y: mp.gamma(mp.mpf(1.5) + y) - mp.mpf(15) / 16, -0.5, 0.5, 27)


def errors():
    polynomial("erf_powers", "erf(x) / x by x^2, up to x = 1/2", lambda q: mp.erf(mp.sqrt(q)) / mp.sqrt(q), 0, 0.25, 11,
               long=1)

    def scaled(w):
        x = 4 * (1 + w) / (1 - w)
        return mp.exp(x * x) * mp.erfc(x) * (1 + 2 * x)

    polynomial("erfc_powers", "exp(x^2) erfc(x) (1 + 2 x) by (x - 4) / (x + 4), from x = 1/2 to 28", scaled,
               mp.mpf(-3.5) / 4.5, mp.mpf(24) / 32, 29, long=3)


print("""/* Constants of the elementary functions, written by bench/elementary.py: cells, and polynomials with
 * coefficients from the lowest power up. */
#ifndef UNRULY_ELEMENTARY_TABLES_H
#define UNRULY_ELEMENTARY_TABLES_H

/* clang-format off */
""")
logarithms()
exponentials()
angles()
gammas()
errors()
print("/* clang-format on */\n\n#endif")
