/** A pattern that must not be in a source: text that becomes code, a shell command, or SQL. */
export interface Rule {
  name: string
  pattern: RegExp
}

export const RULES: readonly Rule[] = [
  {
    name: 'eval',
    pattern: /(?<![.\w])eval\s*(?:\?\.)?\(|\b(?:globalThis|window|self)\s*(?:\.|\[['"`])eval\b|\(0,\s*eval\)/,
  },
  {
    name: 'a function made of text',
    pattern: /\bFunction\s*\((?!\))|\bnew\s+Function\b|\.constructor\s*\(\s*['"`]/,
  },
  { name: 'a timer of text', pattern: /\bset(?:Timeout|Interval|Immediate)\s*\(\s*['"`]/ },
  { name: 'node:vm', pattern: /['"`](?:node:)?vm['"`]/ },
  { name: 'a module made of text', pattern: /['"`]data:text\/javascript|\beval:\s*true/ },
  // `spawn` and `execFile` with a list of arguments use no shell unless they are told to; they have to be imported by
  // their names, so that the scan sees which of them is used.
  {
    name: 'a shell',
    pattern:
      /\{[^{}]*\bexec(?:Sync)?\b[^{}]*\}\s*(?:from|=\s*require\()\s*\(?['"`](?:node:)?child_process|\bshell:\s*(?:true|['"`])|child_process['"`]\)\s*\.exec(?:Sync)?\(|import\s+(?:\*\s*as\s+)?\w+\s+from\s+['"](?:node:)?child_process/,
  },
  {
    name: 'SQL made of text',
    pattern: /\bsql\s*\.\s*(?:raw|lit|literal)\b|\bCompiledQuery\s*\.\s*raw\b|\bsql\s*\(/,
  },
  // The tag sql`…` turns its values into parameters.
  {
    name: 'a statement put together',
    pattern:
      /\.(?:exec|prepare)\(\s*`[^`]*\$\{|(?<!\bsql(?:<[^<>]*>)?)['\x60](?:select\s|insert into\s|update \w+ set\s|delete from\s)[^'\x60]*(?:['\x60]\s*\+|\$\{)/i,
  },
]

/** Strings, which may contain the start of a comment, and comments. */
const STRING_OR_COMMENT =
  /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|[^\\`])*`|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** Blanks comments, which are no code. Line numbers stay the same. */
export const withoutComments = (text: string): string =>
  text.replaceAll(STRING_OR_COMMENT, (part) => (part.startsWith('/') ? part.replaceAll(/[^\n]/g, ' ') : part))

/** Violations of the rules in a source: the name of each rule, and the line. */
export function breachesIn(source: string): { rule: string; line: number }[] {
  const code = withoutComments(source)
  return RULES.flatMap(({ name, pattern }) =>
    [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ index }) => ({
      rule: name,
      line: code.slice(0, index).split('\n').length,
    })),
  )
}
