// Each test file says in its first lines where it runs:
//
//     // Engines: SQLite, PostgreSQL
//     // Process: its own
//
// `Engines: none` is for tests without a database. They run once, with those of SQLite. A file has a process of its own if it looks at the
// memory, the event loop, the workers or the signals of its process, or if it runs for minutes; other files share processes (batches.ts).
const ENGINES = /^\/\/ Engines: (none|SQLite|SQLite, PostgreSQL)\n/
const OWN_PROCESS = /^\/\/ Process: its own$/m

interface Declaration {
  engines: string[]
  ownProcess: boolean
}

/** @throws if the first line of the file does not name its engines */
export function declarationOf(file: string, text: string): Declaration {
  const engines = ENGINES.exec(text)?.[1]
  if (engines === undefined) {
    throw new Error(
      `${file} must begin with "// Engines: SQLite, PostgreSQL", "// Engines: SQLite" or "// Engines: none".`,
    )
  }
  return { engines: engines === 'none' ? [] : engines.split(', '), ownProcess: OWN_PROCESS.test(text) }
}
