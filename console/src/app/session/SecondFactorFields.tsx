import { Box, Button, Typography } from '@mui/material'
import type { PasskeyRequestOptions, SecondFactor, SecondFactorProof } from '@rolecall/client'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { readPasskey } from '../../api/passkeys.ts'
import { Field } from '../../ui/Field.tsx'

interface Factor {
  way: SecondFactor
  /** What was typed. */
  text: string
}

interface SecondFactorInput extends Factor {
  setWay: (way: SecondFactor) => void
  setText: (text: string) => void
  /** The proof, once the person has given it. @param options of a passkey */
  read: (options: () => Promise<PasskeyRequestOptions>) => Promise<SecondFactorProof>
}

/** By which way a person proves who they are, and what they typed. @param ways the first is the default */
export function useSecondFactor(ways: readonly SecondFactor[]): SecondFactorInput {
  const [chosen, setChosen] = useState<SecondFactor>()
  const [text, setText] = useState('')
  const way = chosen ?? ways[0] ?? 'recovery_code'
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  return {
    way,
    text,
    setText,
    setWay: (next) => {
      setChosen(next)
      setText('')
    },
    read: async (options) => {
      if (way === 'totp') return { code: text }
      if (way === 'recovery_code') return { recovery_code: text }
      asking.current = new AbortController()
      return { passkey: await readPasskey(await options(), asking.current.signal) }
    },
  }
}

interface Props {
  ways: readonly SecondFactor[]
  input: SecondFactorInput
  /** What was typed, or the way, has changed. */
  onChange?: () => void
  fault: string | undefined
  /** The proof is being sent, or the device is asked. */
  busy: boolean
  /** To the password, where a sign-in begins with it. */
  onBack?: () => void
}

/** A passkey, a code of the authenticator app, or a recovery code. */
export const SecondFactorFields = ({ ways, input, onChange, fault, busy, onBack }: Props) => {
  const translate = useTranslate()
  const { way, text, setText, setWay } = input
  const shared = {
    value: text,
    onChange: (value: string) => {
      setText(value)
      onChange?.()
    },
    fault,
    autoFocus: true,
  }
  return (
    <>
      {way === 'passkey' && (
        <Typography variant="body2">{translate('app.session.passkey_explained')}</Typography>
      )}
      {way === 'recovery_code' && (
        <Field {...shared} key={way} label={translate('app.session.recovery_code')} autoComplete="off" />
      )}
      {way === 'totp' && (
        <Field
          {...shared}
          key={way}
          label={translate('app.session.code')}
          hint={translate('app.session.code_hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <Button
              key={each}
              disabled={busy}
              onClick={() => {
                setWay(each)
                onChange?.()
              }}
            >
              {translate(`app.session.use.${each}`)}
            </Button>
          ))}
        {onBack && (
          <Button disabled={busy} onClick={onBack}>
            {translate('app.session.back')}
          </Button>
        )}
      </Box>
    </>
  )
}
