import { partsOf } from './highlights.ts'

/** A text with the search matches highlighted; all of it if the search matched something else. */
export const Highlighted = ({ text, q }: { text: string; q: string }) => {
  const parts = partsOf(text, q)
  if (!parts.some(({ isMatch }) => isMatch)) return <mark>{text}</mark>
  return parts.map(({ start, part, isMatch }) =>
    isMatch ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
  )
}
