'use strict'

// BigInts become their digits as a string.

const { safe } = require('./helpers/table')

safe([
  ['at the top, in objects and arrays', s => [s(5n), s({ a: -1n }), s([0n, -0n, 1n])], ['"5"', '{"a":"-1"}', '["0","0","1"]']],
  ['sizes', s => s([1n << 31n, 1n << 32n, 1n << 53n, (1n << 53n) + 1n, 1n << 63n, -(1n << 63n), 1n << 64n, 10n ** 40n]),
    '["2147483648","4294967296","9007199254740992","9007199254740993","9223372036854775808","-9223372036854775808","18446744073709551616","10000000000000000000000000000000000000000"]'],
  ['10,000 digits', s => s([10n ** 10_000n]), `["1${'0'.repeat(10_000)}"]`],
  ['every bit length to 200', s => s(Array.from({ length: 200 }, (_, i) => [1n << BigInt(i), -(1n << BigInt(i)) + 1n]))],
  ['rows', s => s(Array.from({ length: 3000 }, (_, i) => ({ id: BigInt(i) * 1_000_000_007n, n: i, t: `t${i}`, ref: i % 2 ? 1n : null })))],
  ['with indentation', s => s({ a: 1n, b: [2n] }, null, 1), '{\n "a": "1",\n "b": [\n  "2"\n ]\n}'],
  ['asIntN and the like', s => s([BigInt.asIntN(8, 255n), BigInt.asUintN(64, -1n), BigInt('0xff')]), '["-1","18446744073709551615","255"]'],
  ['first, middle and last of a run of numbers', s => s([[1n, 2, 3], [1, 2n, 3], [1, 2, 3n], [1.5, 2n], [1n]]), '[["1",2,3],[1,"2",3],[1,2,"3"],[1.5,"2"],["1"]]']
])
