// The command line; at its end it tells on the standard error how much memory it took at most, in KiB.
process.once('exit', () => process.stderr.write(`peak: ${process.resourceUsage().maxRSS}\n`))
await import('../../server/main.ts')
