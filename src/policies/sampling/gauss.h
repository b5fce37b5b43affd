/* Gauss's rule of 16 points on [-1, 1], written by bench/gauss.c: its nodes and weights, and by nodes j and i
 * the integral, from node i to 1, of the polynomial that is 1 at node j and 0 at the others. */
#ifndef UNRULY_GAUSS_H
#define UNRULY_GAUSS_H

enum { PANEL = 16 };

/* clang-format off */

static const double gauss_node[PANEL] = {
    -0x1.fa92c264d787ep-1, -0x1.e39f56616f9bp-1, -0x1.bb3403514e483p-1, -0x1.82c45dda4726bp-1,
    -0x1.3c5a466d5e8b8p-1, -0x1.d50259a43a772p-2, -0x1.205cae642337cp-2, -0x1.852bd6676a9f9p-4,
    0x1.852bd6676a9f9p-4, 0x1.205cae642337cp-2, 0x1.d50259a43a772p-2, 0x1.3c5a466d5e8b8p-1,
    0x1.82c45dda4726bp-1, 0x1.bb3403514e483p-1, 0x1.e39f56616f9bp-1, 0x1.fa92c264d787ep-1,
};
static const double gauss_weight[PANEL] = {
    0x1.bcddab4b7c206p-6, 0x1.fdfb1a2c1264cp-5, 0x1.85c4ee79cc26p-4, 0x1.fe7af2bad386fp-4,
    0x1.325f61bca3cc2p-3, 0x1.5a6ebbb5a75fdp-3, 0x1.75f8c77e0c01p-3, 0x1.83feae80e4dfbp-3,
    0x1.83feae80e4dfbp-3, 0x1.75f8c77e0c01p-3, 0x1.5a6ebbb5a75fdp-3, 0x1.325f61bca3cc2p-3,
    0x1.fe7af2bad386fp-4, 0x1.85c4ee79cc26p-4, 0x1.fdfb1a2c1264cp-5, 0x1.bcddab4b7c206p-6,
};
static const double gauss_integral[PANEL][PANEL] = {
  {
    0x1.bcddab4b7c209p-7, -0x1.238983c44cf08p-9, 0x1.1d99e47b4d7cep-10, -0x1.62c4a637a3021p-11,
    0x1.eefc03b176872p-12, -0x1.7217f7592381bp-12, 0x1.21a39ea03503p-12, -0x1.d3ecbf674adc4p-13,
    0x1.827a7e3362551p-13, -0x1.440eca202bba5p-13, 0x1.1218d0f29953dp-13, -0x1.d08ec1872395ep-14,
    0x1.86dd936af6a27p-14, -0x1.41900d5b127c6p-14, 0x1.f42971530989ep-15, -0x1.476b397b8e98ap-15,
  },
  {
    0x1.13e0e6e9e023p-4, 0x1.fdfb1a2c1264ep-6, -0x1.631cc2851075p-8, 0x1.70c4e8f19994bp-9,
    -0x1.de911c795566ep-10, 0x1.58e2fbdee5f5ep-10, -0x1.083bb7f41161cp-10, 0x1.a538c86607f14p-11,
    -0x1.58d5979503733p-11, 0x1.1f5ff77381da8p-11, -0x1.e409374cf42bep-12, 0x1.98ea7f4c18c56p-12,
    -0x1.5749db24b6ec1p-12, 0x1.19fcadabdb95cp-12, -0x1.b62b662f486e2p-13, 0x1.1eaf6d6b4bb15p-13,
  },
  {
    0x1.762142a8ae1a3p-4, 0x1.a7b1ec92d8fc4p-4, 0x1.85c4ee79cc26p-5, -0x1.134f25928c2d7p-7,
    0x1.238612dc2af07p-8, -0x1.8129e7a6563f1p-9, 0x1.19c5b8d549885p-9, -0x1.b4f50633d27d7p-10,
    0x1.5f6b1874d7807p-10, -0x1.215d64bf5f5dcp-10, 0x1.e351b08fa4aaep-11, -0x1.95e40461f5b4cp-11,
    0x1.535135c593784p-11, -0x1.15ea6262471b3p-11, 0x1.af0908a0d5bp-12, -0x1.19bcb72e469ep-12,
  },
  {
    0x1.0599d96930a64p-3, 0x1.e768dd095691bp-4, 0x1.15c6a06c47883p-3, 0x1.fe7af2bad386cp-5,
    -0x1.6a87311a68879p-7, 0x1.8332f0b2c92fep-8, -0x1.02048e02beb0cp-8, 0x1.7c6035c753518p-9,
    -0x1.28a6e9af625dcp-9, 0x1.deda45d3994b3p-10, -0x1.8a7f4f18cc3f6p-10, 0x1.482b7bb1567cdp-10,
    -0x1.10878e6217bb1p-10, 0x1.bc673edd2cdfap-11, -0x1.579fea0b17609p-11, 0x1.c083e7ba080aap-12,
  },
  {
    0x1.2d0bd3ee4f9e2p-3, 0x1.3b5b62c881259p-3, 0x1.240d033687104p-3, 0x1.4d91d6fb7f1adp-3,
    0x1.325f61bca3cc1p-4, -0x1.b441cac133a1bp-7, 0x1.d3f520efd53d8p-8, -0x1.393604255b201p-8,
    0x1.cf62a3446788ep-9, -0x1.6a1711d5b5c45p-9, 0x1.24111dba5feaap-9, -0x1.df0423acf92ccp-10,
    0x1.89e99171d356p-10, -0x1.3f0b6b2f35777p-10, 0x1.eb50ab23cb47p-11, -0x1.3fef1a9f8e00bp-11,
  },
  {
    0x1.5eef8d66f205ep-3, 0x1.531c77a866b5ep-3, 0x1.652172168c009p-3, 0x1.4a026e56f6bc3p-3,
    0x1.794388e76d56ep-3, 0x1.5a6ebbb5a75fcp-4, -0x1.edf0117d53437p-7, 0x1.097d7dbff9dap-7,
    -0x1.6415cf93d38e2p-8, 0x1.07a07f430716ep-8, -0x1.9b777613a2d6cp-9, 0x1.4a419afc64e6fp-9,
    -0x1.0bb8c9447e06cp-9, 0x1.ad94bc43ad415p-10, -0x1.48cedde33ace9p-10, 0x1.aae5cc2609d35p-11,
  },
  {
    0x1.722ad9da93c3p-3, 0x1.7c06e39956121p-3, 0x1.6d85f688cb7f8p-3, 0x1.81c91c9838611p-3,
    0x1.641f1a8571bbp-3, 0x1.974c05ff8b26p-3, 0x1.75f8c77e0c00ep-4, -0x1.0ac4f2fc8bfccp-6,
    0x1.1f051dccf9d0bp-7, -0x1.81040395c7e9fp-8, 0x1.1c956a27145a2p-8, -0x1.b9fba94cf9181p-9,
    0x1.5ecd4035165a1p-9, -0x1.15a30380733f9p-9, 0x1.a577982bea5ddp-10, -0x1.106a6d1725a2dp-10,
  },
  {
    0x1.872ee4bdb1fd4p-3, 0x1.7efcd0970350cp-3, 0x1.8aca8d9fab364p-3, 0x1.7af5d198f2316p-3,
    0x1.9063ec31d9b83p-3, 0x1.7169370f3bfdbp-3, 0x1.a697673ce4349p-3, 0x1.83feae80e4dfdp-4,
    -0x1.14d33da122b66p-6, 0x1.29c8558cd568ap-7, -0x1.8ece3854df335p-8, 0x1.256b477af8ac5p-8,
    -0x1.c2f21bb8efbc1p-9, 0x1.5dd18a832e9f9p-9, -0x1.0659d5de0ac88p-9, 0x1.511254fbd039fp-10,
  },
  {
    0x1.815c89d6ed3f5p-3, 0x1.881815d85d0adp-3, 0x1.7e876856d8253p-3, 0x1.8b0a76efc89eap-3,
    0x1.7ad354450d1a4p-3, 0x1.907520438bd95p-3, 0x1.7162292817892p-3, 0x1.a699163509368p-3,
    0x1.83feae80e4df9p-4, -0x1.14c5c5dffaa7ap-6, 0x1.2957771a8e21ap-7, -0x1.8ca7b61e9b0fcp-8,
    0x1.211b9cfe55c78p-8, -0x1.b2f7c7b195a6ap-9, 0x1.40777a7863c3fp-9, -0x1.981b1e668ed91p-10,
  },
  {
    0x1.78199c583a4c4p-3, 0x1.72add84db42c3p-3, 0x1.7a4f538c0dcep-3, 0x1.707d927d37a7ap-3,
    0x1.7ce0b6233fe56p-3, 0x1.6d141c2cd35ep-3, 0x1.8200e79aba406p-3, 0x1.640875a13c64p-3,
    0x1.975165dd9d809p-3, 0x1.75f8c77e0c011p-4, -0x1.0a99f40bf9286p-6, 0x1.1d9acf89a45e3p-7,
    -0x1.7a0aa3458bfd1p-8, 0x1.0e5a1ea81031bp-8, -0x1.838706d2843b2p-9, 0x1.e6f6d1bc1ef5bp-10,
  },
  {
    0x1.58c3d5e98156p-3, 0x1.5d0059716dd58p-3, 0x1.5713923d20055p-3, 0x1.5e9d9edab957fp-3,
    0x1.5545b549b5cc4p-3, 0x1.60dc998df5eb3p-3, 0x1.5231b7bb8f272p-3, 0x1.658f6a3245fc3p-3,
    0x1.49d6e3d9a7c26p-3, 0x1.794dbccd7c94p-3, 0x1.5a6ebbb5a75fcp-4, -0x1.ed4cd31c5f707p-7,
    0x1.06c4d5eb0a399p-7, -0x1.5656cc1c94184p-8, 0x1.d49103502a853p-9, -0x1.20346c52a986fp-9,
  },
  {
    0x1.339f50d7435a3p-3, 0x1.307411118000fp-3, 0x1.34dd789302371p-3, 0x1.2f4b8e99c0258p-3,
    0x1.361d6a03fdbe8p-3, 0x1.2dcf1d45ba4c8p-3, 0x1.3807be03faa32p-3, 0x1.2b21d72f922dfp-3,
    0x1.3c2911ddcea52p-3, 0x1.23bfb8b525225p-3, 0x1.4da37e68b7063p-3, 0x1.325f61bca3cc3p-4,
    -0x1.b32753edb4eb9p-7, 0x1.ca4bd0c3977afp-8, -0x1.1f80217bab2b2p-8, 0x1.54e373950b762p-9,
  },
  {
    0x1.fcba6ed3197eep-4, 0x1.0095194774dadp-3, 0x1.fb02243d192d4p-4, 0x1.015e887a2df2ep-3,
    0x1.f95a44cc0e2dp-4, 0x1.025277fb9b5bfp-3, 0x1.f6ff89a38521bp-4, 0x1.03e01504274dp-3,
    0x1.f297f10c98ec7p-4, 0x1.074d9dcd7fb9p-3, 0x1.e647c3afa6f3cp-4, 0x1.15e5ec6f104cp-3,
    0x1.fe7af2bad386fp-5, -0x1.689270eddc4c5p-7, 0x1.71215b17cf53p-8, -0x1.971802f1b8b29p-9,
  },
  {
    0x1.86deab30fa6c9p-4, 0x1.8415e5712b504p-4, 0x1.87f0c33e90b43p-4, 0x1.831e4c0e40ff1p-4,
    0x1.88f0b68290117p-4, 0x1.81fe4b18acdcap-4, 0x1.8a4a640cc9a37p-4, 0x1.80474217f8c7ep-4,
    0x1.8c98c2929b6ffp-4, 0x1.7cf6c0b321d99p-4, 0x1.91ce3db6fed7fp-4, 0x1.738c8d4c0976fp-4,
    0x1.a82ed32c1dabbp-4, 0x1.85c4ee79cc262p-5, -0x1.0f67f0c866b34p-7, 0x1.f4757a23c17a2p-9,
  },
  {
    0x1.fcdc6abea718dp-5, 0x1.ffb1459241ad2p-5, 0x1.fbc720d0baadbp-5, 0x1.0054d6f12de95p-4,
    0x1.fac9452d7a333p-5, 0x1.00e1964d56268p-4, 0x1.f97d9a4e445d7p-5, 0x1.01af384533395p-4,
    0x1.f766370a7a44fp-5, 0x1.031e7bf5d977ep-4, 0x1.f334024d1b34dp-5, 0x1.0677d187ee88p-4,
    0x1.e6eecb9cf8cbbp-5, 0x1.152f593e5a39bp-4, 0x1.fdfb1a2c1264bp-6, -0x1.4e359d3d6f09ep-8,
  },
  {
    0x1.bd8160e839e7ap-6, 0x1.bbe39692d29bap-6, 0x1.be1f3b58d7333p-6, 0x1.bb56cdb81129bp-6,
    0x1.beae3a0d0344p-6, 0x1.bab979a996edap-6, 0x1.bf65c8dfbc77fp-6, 0x1.b9d8b64f155bdp-6,
    0x1.c08584ca4ab62p-6, 0x1.b8571cd0fb4c6p-6, 0x1.c2a60b28e0ae5p-6, 0x1.b521bb3cb6463p-6,
    0x1.c7f3d07d39389p-6, 0x1.ab040d03c748cp-6, 0x1.e14edbc405be5p-6, 0x1.bcddab4b7c205p-7,
  },
};

/* clang-format on */

#endif
