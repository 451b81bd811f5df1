import { Button, type ButtonProps, Tooltip } from '@mui/material'
import { useId } from 'react'

interface Props extends ButtonProps {
  /** Why it cannot be pressed; without one it can. */
  reason: string | undefined
}

/** A button that says why it does nothing: it keeps the focus, which one that is `disabled` has not. */
export const LockableButton = ({ reason, ...props }: Props) => {
  const id = useId()
  if (reason === undefined) return <Button {...props} />
  return (
    <>
      <Tooltip title={reason} describeChild>
        <Button
          {...props}
          type="button"
          variant="outlined"
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
          sx={{ color: 'text.disabled', cursor: 'not-allowed' }}
        />
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
