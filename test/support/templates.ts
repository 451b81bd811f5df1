/** The templates of the messages in a source, in the form of the catalogues: `{0} is required.` for say`${field} is required.` */
export const templatesIn = (source: string): string[] =>
  [...source.matchAll(/\bsay`/g)].map(({ index }) => literalAt(source, index + 'say`'.length).template)

/** The template literal that begins here, and where it ends. */
function literalAt(source: string, start: number): { template: string; end: number } {
  let template = ''
  let values = 0
  for (let at = start; at < source.length; at++) {
    const character = source[at] as string
    if (character === '`') return { template, end: at }
    if (character === '\\') template += source[++at]
    else if (source.startsWith('${', at)) {
      template += `{${values++}}`
      at = endOfValue(source, at + 2)
    } else template += character
  }
  throw new Error('A template literal is not closed.')
}

/** The position of the brace that closes a value, which may contain strings, objects and template literals of its own. */
function endOfValue(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    const character = source[at]
    if (character === '`') at = literalAt(source, at + 1).end
    else if (character === "'") at = source.indexOf("'", at + 1)
    else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) return at
  }
  throw new Error('A value of a template literal is not closed.')
}
