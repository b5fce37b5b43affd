// DuckDB reads the folders of write_tables() as one table each, with the rows that R has:
// node tests/tables/query.mjs <folder of tables.R> <folder with node_modules>
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, modules] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(join(resolve(modules), 'node_modules/'))('@duckdb/node-api');
const database = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async query => (await database.runAndReadAll(query)).getRowObjects();
const claim = (holds, what) => {
  if (!holds) { console.error(`Not so: ${what}`); process.exitCode = 1; }
};

for (const table of ['regret', 'pulls']) {
  const parts = `read_parquet('${folder}/tables/${table}/**/*.parquet', hive_partitioning = true)`;
  const whole = `read_parquet('${folder}/${table}.parquet')`;
  const columns = (await rows(`DESCRIBE SELECT * FROM ${whole}`)).map(column => column.column_name);
  const picked = columns.map(name => `"${name}"`).join(', ');
  const [{ files }] = await rows(`SELECT COUNT(*) AS files FROM glob('${folder}/tables/${table}/**/*.parquet')`);
  const [{ n }] = await rows(`SELECT COUNT(*) AS n FROM ${whole}`);
  const [{ differing }] = await rows(`SELECT COUNT(*) AS differing FROM (
    (SELECT ${picked} FROM ${parts} EXCEPT ALL SELECT ${picked} FROM ${whole}) UNION ALL
    (SELECT ${picked} FROM ${whole} EXCEPT ALL SELECT ${picked} FROM ${parts}))`);
  claim(n > 1000n, `there are rows of ${table}`);
  claim(files > 6n, `the ${table} of a policy is in several files`);
  claim(differing === 0n, `${differing} rows of ${table} differ`);
  console.log(`${table}: ${n} rows in ${files} files, ${differing} differ`);
}

// The query of the vignette many-machines.
const answers = await rows(`SELECT policy, AVG(regret) AS regret
  FROM read_parquet('${folder}/tables/regret/**/*.parquet', hive_partitioning = true)
  WHERE round = 1000 GROUP BY policy ORDER BY policy`);
claim(answers.length === 3, 'three policies are told of');
console.table(answers);
