// npm run test:long           every test in its long form (tests/support/long.ts): more races, kills and made-up inputs
// npm run test:long -- fuzz   as with npm test
export {}

process.env.TEST_LONG = '1'
process.argv.push('--all')
await import('./test.ts')
