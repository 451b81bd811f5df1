import { KeyRound, Power, PowerOff, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Rotate } from './Rotate.tsx'
import { Test } from './Test.tsx'
import { changesOf, nameOf, type Webhook } from './webhook.ts'

type Open = 'test' | 'rotate' | 'off' | 'delete'

/** Switches it on, for whatever reason it is off. Whoever does it takes it over. */
function useSwitchOn(webhook: Webhook) {
  const translate = useTranslate()
  return useAction(async () => {
    await client.resource('webhooks').update(webhook.id, { is_active: true })
    return { message: translate('webhooks.switch.done_on', { name: nameOf(webhook) }) }
  }, changesOf(webhook))
}

/** What can be done with a webhook, beside changing its fields. */
export const Actions = ({ webhook }: { webhook: Webhook }) => {
  const translate = useTranslate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switchOn = useSwitchOn(webhook)
  const { is_active: isOn } = webhook
  return (
    <>
      <CommandButton
        icon={Send}
        variant="outlined"
        reason={isOn ? undefined : translate('webhooks.switch.first')}
        onClick={() => setOpen('test')}
      >
        {translate('webhooks.test.button')}
      </CommandButton>
      <CommandButton icon={KeyRound} variant="outlined" onClick={() => setOpen('rotate')}>
        {translate('webhooks.rotate.button')}
      </CommandButton>
      {isOn ? (
        <CommandButton icon={PowerOff} isGrave variant="outlined" onClick={() => setOpen('off')}>
          {translate('webhooks.switch.off')}
        </CommandButton>
      ) : (
        <CommandButton
          icon={Power}
          variant="outlined"
          loading={switchOn.busy}
          onClick={() => void switchOn.run()}
        >
          {translate('webhooks.switch.on')}
        </CommandButton>
      )}
      <CommandButton icon={Trash2} isGrave variant="outlined" color="error" onClick={() => setOpen('delete')}>
        {translate('webhooks.delete.button')}
      </CommandButton>
      {open === 'test' && <Test webhook={webhook} onClose={close} />}
      {open === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
      {open === 'off' && <SwitchOff webhook={webhook} onClose={close} />}
      {open === 'delete' && <Delete webhook={webhook} onClose={close} />}
    </>
  )
}

interface Props {
  webhook: Webhook
  onClose: () => void
}

/** Without an undo, which would not bring back the events that waited. */
const SwitchOff = ({ webhook, onClose }: Props) => {
  const translate = useTranslate()
  const name = nameOf(webhook)
  const { busy, error, run } = useAction(
    async () => {
      await client.resource('webhooks').update(webhook.id, { is_active: false })
      onClose()
      return { message: translate('webhooks.switch.done_off', { name }) }
    },
    { keepsError: true, ...changesOf(webhook) },
  )
  return (
    <ConfirmDialog
      open
      title={translate('webhooks.switch.title', { name })}
      confirm={translate('webhooks.switch.off')}
      busy={busy}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {translate('webhooks.switch.text')}
    </ConfirmDialog>
  )
}

const Delete = ({ webhook, onClose }: Props) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const mayRestore = useMay()('webhooks', 'restore')
  const { id } = webhook
  const name = nameOf(webhook)
  const { busy, error, run } = useAction(
    async () => {
      await client.resource('webhooks').delete(id)
      onClose()
      navigate('/webhooks')
      return {
        message: translate('webhooks.delete.done', { name }),
        undo: mayRestore ? () => client.resource('webhooks').restore(id) : undefined,
      }
    },
    // The page of the webhook is left.
    { keepsError: true, isGone: ([root, key]) => root === 'webhooks' && (key === 'one' || key === id) },
  )
  return (
    <ConfirmDialog
      open
      title={translate('webhooks.delete.title', { name })}
      confirm={translate('webhooks.delete.confirm')}
      busy={busy}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{translate('webhooks.delete.text')}</p>
      {mayRestore && <p>{translate('webhooks.delete.trash')}</p>}
    </ConfirmDialog>
  )
}
