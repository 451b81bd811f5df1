import { Stack, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'

interface Props {
  name: string
  detail?: string | undefined
  /** It is the one that shows the page. */
  isCurrent: boolean
  userAgent: string | null
}

/** The name of a session or a token in a list. */
export const SessionName = ({ name, detail, isCurrent, userAgent }: Props) => {
  const translate = useTranslate()
  return (
    <Tooltip title={userAgent} describeChild>
      <Stack sx={{ maxWidth: 320, '& > *': { overflowWrap: 'anywhere' } }}>
        <span>{name}</span>
        {isCurrent ? (
          <Typography variant="caption" color="primary" sx={{ fontWeight: 600 }}>
            {translate('sessions.current')}
          </Typography>
        ) : (
          detail !== undefined && (
            <Typography variant="caption" color="textSecondary">
              {detail}
            </Typography>
          )
        )}
      </Stack>
    </Tooltip>
  )
}
