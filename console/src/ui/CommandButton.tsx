import type { ButtonProps } from '@mui/material'
import type { LucideIcon } from 'lucide-react'
import { type ElementType, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { useCommands } from './commands.ts'
import { LockableButton } from './LockableButton.tsx'

interface Props extends Omit<ButtonProps, 'startIcon' | 'children' | 'ref'> {
  icon: LucideIcon
  children: string
  /** Why it is locked; undefined if it is not. */
  reason?: string | undefined
  /** Message key of the command's name, if the button's text is too short; also its id, by which other pages lead to it. */
  command?: string
  /** Further words by which the palette finds it. */
  words?: string
  isGrave?: boolean
  component?: ElementType
  to?: string
}

/** A button of the page that the palette offers too, unless it is locked. */
export const CommandButton = ({
  icon: Icon,
  children: label,
  reason,
  command,
  words,
  isGrave,
  ...props
}: Props) => {
  const translate = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const isOffered = reason === undefined && props.disabled !== true && props.loading !== true
  const offer = {
    id: command ?? label,
    label: command === undefined ? label : translate(command),
    icon: Icon,
    words,
    isGrave,
    run: () => button.current?.click(),
  }
  useCommands(isOffered ? [offer] : [])
  return (
    <LockableButton {...props} reason={reason} ref={button} startIcon={<Icon size={16} />}>
      {label}
    </LockableButton>
  )
}
