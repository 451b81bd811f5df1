import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'

/** The client's errors name the invalid fields. */
interface WithFields {
  fields?: Record<string, string>
}

interface Submission {
  busy: boolean
  /** The error shown above the form, if it belongs to no field. */
  error: unknown
  /** Props of a `Field`: its label and its error text. */
  fieldOf: (name: string) => { label: string; fault: string | undefined }
  onSubmit: (event: FormEvent) => void
}

/**
 * Submits a plain form, once however often submit is pressed, and keeps the error.
 * @param labels of the fields, in place of the API's names
 */
export function useSubmission(send: () => Promise<unknown>, labels: Record<string, string>): Submission {
  const sending = useRef(false)
  const form = useRef<HTMLElement>(null)
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: send,
    // What is sent is a change of its own, if it is one: a sign-in is none.
    meta: { changesNothing: true },
  })
  const faults = Object.entries((error as WithFields | null)?.fields ?? {}).filter(([name]) => name in labels)

  // Once the fields are marked.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    form.current = event.currentTarget as HTMLElement
    try {
      await mutateAsync()
    } catch {
      // The form shows the error.
    } finally {
      sending.current = false
    }
  }
  return {
    busy: isPending,
    error: faults.length > 0 ? undefined : error,
    fieldOf: (name) => {
      const [, message] = faults.find(([field]) => field === name) ?? []
      const label = labels[name] ?? name
      return { label, fault: message?.replace(name, label) }
    },
    onSubmit,
  }
}
