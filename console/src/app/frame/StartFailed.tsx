import { reloadIfServed } from '../../api/parts.ts'
import { Retry } from '../../ui/Retry.tsx'
import { Card } from './Card.tsx'
import { Frame } from './Frame.tsx'

/** Shown instead of the console if the texts of its language could not be loaded. */
export const StartFailed = ({ error }: { error: unknown }) => (
  <Frame>
    <Card title="Rolecall">
      <Retry error={error} retry={reloadIfServed} />
    </Card>
  </Frame>
)
