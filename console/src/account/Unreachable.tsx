import { Card } from './Card.tsx'
import { ErrorNotice } from './notices.tsx'
import { useWords } from './words.ts'

/** In place of a page that could not read what it shows. */
export const Unreachable = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const words = useWords()
  return (
    <Card title={words.unreachable.title}>
      <ErrorNotice error={error} />
      <button type="button" className="primary" onClick={retry}>
        {words.try_again}
      </button>
    </Card>
  )
}
