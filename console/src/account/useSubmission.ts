import { RolecallError } from '@rolecall/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'

export interface Submission {
  isBusy: boolean
  /** The error that belongs to no field of the form. */
  error: unknown
  /** Props of a field: its label and its fault. */
  fieldOf: (name: string) => { name: string; label: string; fault: string | undefined }
  onSubmit: (event: FormEvent) => void
}

/**
 * Sends a form, once however often it is submitted. The focus moves to the first field with a fault, else to the notice.
 * @param labels of the fields, in place of the API's names
 */
export function useSubmission(send: () => Promise<unknown>, labels: Record<string, string>): Submission {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const form = useRef<HTMLElement>(null)
  const faults = error instanceof RolecallError ? error.fields : {}
  const isOfFields = Object.keys(faults).some((name) => name in labels)

  useEffect(() => {
    if (error === undefined) return
    const at = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    at?.focus()
  }, [error])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    form.current = event.currentTarget as HTMLElement
    setBusy(true)
    try {
      await send()
      setError(undefined)
    } catch (failure) {
      setError(failure)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    isBusy,
    error: isOfFields ? undefined : error,
    fieldOf: (name) => {
      const label = labels[name] ?? name
      return { name, label, fault: faults[name]?.replace(new RegExp(`^${name}\\b`), label) }
    },
    onSubmit: (event) => void onSubmit(event),
  }
}
