import { Button, Typography } from '@mui/material'
import { type LucideIcon, Network, ShieldCheck, UserRoundPlus, UsersRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { type May, useMay } from '../api/me.ts'
import { ROOT } from '../api/root.ts'
import { useServiceFacts } from '../api/service.ts'
import { RetryQuery } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'
import type { Overview } from './overview.ts'
import { Row } from './Row.tsx'
import { RowIcon } from './RowIcon.tsx'

type Totals = Overview['totals']

interface Step {
  /** Message key of its texts. */
  name: 'users' | 'roles' | 'taxonomies'
  to: string
  icon: LucideIcon
  isOpen: (may: May, totals: Totals) => boolean
}

const STEPS: Step[] = [
  { name: 'users', to: '/users/create', icon: UsersRound, isOpen: (may) => may('users', 'create') },
  {
    name: 'roles',
    to: '/roles',
    icon: ShieldCheck,
    isOpen: (may) => may('roles', 'list') && may('roles', 'permissions.write'),
  },
  {
    name: 'taxonomies',
    to: '/taxonomies',
    icon: Network,
    isOpen: (may, { taxonomies }) => taxonomies === 0 && may('taxonomies', 'create'),
  },
]

/** Whether the caller is the only user. */
export const isNew = ({ users }: Totals): boolean => users !== null && users <= 1

/** The first steps in a new installation. */
export const FirstSteps = ({ totals }: { totals: Totals }) => {
  const translate = useTranslate()
  const may = useMay()
  const steps = STEPS.filter(({ isOpen }) => isOpen(may, totals))
  if (steps.length === 0) return null
  return (
    <Section
      title={translate('dashboard.first_steps.title')}
      hint={translate('dashboard.first_steps.hint')}
      flush
    >
      {steps.map(({ name, to, icon }, index) => (
        <Row
          key={name}
          isTall
          start={<RowIcon icon={icon} />}
          end={
            <Button component={Link} to={to} variant={index === 0 ? 'contained' : 'outlined'}>
              {translate(`dashboard.first_steps.${name}.action`)}
            </Button>
          }
        >
          <StepText name={name} />
        </Row>
      ))}
      <SignUp />
    </Section>
  )
}

/** How people can sign up, by the SIGNUP setting. */
const SignUp = () => {
  const query = useServiceFacts()
  const { data: facts } = query
  if (!facts) return <RetryQuery query={query} />
  const address = new URL(`${ROOT}signup`, location.href).href
  return (
    <Row isTall start={<RowIcon icon={UserRoundPlus} />}>
      <StepText name={`signup.${facts.signup}`} address={address} />
    </Row>
  )
}

const StepText = ({ name, address }: { name: string; address?: string }) => {
  const translate = useTranslate()
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {translate(`dashboard.first_steps.${name}.title`)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate(`dashboard.first_steps.${name}.text`, { address })}
      </Typography>
    </>
  )
}
