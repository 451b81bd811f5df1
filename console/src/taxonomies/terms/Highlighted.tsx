/** A text with the search matches highlighted. */
export const Highlighted = ({ text, q }: { text: string; q: string }) => {
  const at = q === '' ? -1 : text.toLocaleLowerCase().indexOf(q.toLocaleLowerCase())
  if (at < 0) return <mark>{text}</mark>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + q.length)}</mark>
      {text.slice(at + q.length)}
    </>
  )
}
