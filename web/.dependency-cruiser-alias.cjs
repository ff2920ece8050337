/** Tells dependency-cruiser what `@/` means; the truth is in vite.config.ts and tsconfig.json. */
module.exports = { resolve: { alias: { '@': `${__dirname}/src` }, extensions: ['.ts', '.tsx', '.js'] } }
