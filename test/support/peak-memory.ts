// The command line, which prints its peak memory in KiB on standard error at its end.
process.once('exit', () => process.stderr.write(`peak: ${process.resourceUsage().maxRSS}\n`))
await import('../../server/main.ts')
