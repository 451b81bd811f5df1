import { When } from '../../ui/When.tsx'

interface Props {
  used_at: string | null
  used_ip: string | null
}

/** When and from which address a session or a token was last used. */
export const LastUse = ({ used_at, used_ip }: Props) => (
  <>
    <When at={used_at} />
    {used_ip && ` · ${used_ip}`}
  </>
)
