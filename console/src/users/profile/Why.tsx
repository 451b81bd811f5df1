import { Box, Typography } from '@mui/material'
import type { Explanation } from '@rolecall/client'
import { useTranslate } from 'react-admin'
import { ReasonLine } from './ReasonLine.tsx'

const LIST = { m: 0, pl: 2.5, '& li': { py: 0.25 } }

type Remediation = Pick<Explanation, 'obstacles'>

const textsOf = (obstacles: Explanation['obstacles']) =>
  obstacles.map(({ piece, state, role }) => ({ key: `${piece}.${state}`, role: role?.name ?? '' }))

/** The roles that grant the permission, or the obstacles, and the shortest remediation. */
export const Why = ({
  explanation: { allowed, reasons, obstacles, change, ways },
}: {
  explanation: Explanation
}) => {
  const translate = useTranslate()
  const texts = textsOf(obstacles)
  const stepsOf = (way: Remediation) =>
    textsOf(way.obstacles).map(({ key, role }) => translate(`users.can.steps.${key}`, { role }))
  const steps = allowed
    ? reasons.map(({ role }) => translate('users.can.steps.take', { role: role.name }))
    : stepsOf({ obstacles })
  const others = ways.slice(1).map((way) => stepsOf(way).join(' '))
  return (
    <>
      {reasons.map((reason) => (
        <ReasonLine key={reason.role.id} reason={reason} />
      ))}
      {texts.length > 0 && (
        <Typography variant="body2" component="ul" sx={LIST}>
          {texts.map(({ key, role }) => (
            <li key={key + role}>{translate(`users.can.obstacles.${key}`, { role })}</li>
          ))}
        </Typography>
      )}
      <Box sx={{ mt: 1.5 }}>
        <Typography variant="body2" color="textSecondary">
          {change === null
            ? translate('users.can.no_way')
            : translate(allowed ? 'users.can.to_take' : 'users.can.to_give')}
        </Typography>
        {change !== null && (
          <Typography variant="body2" component="ol" sx={LIST}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Typography>
        )}
        {others.length > 0 && (
          <>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
              {translate('users.can.other_ways')}
            </Typography>
            <Typography variant="body2" component="ul" sx={LIST}>
              {others.map((way) => (
                <li key={way}>{way}</li>
              ))}
            </Typography>
          </>
        )}
      </Box>
    </>
  )
}
