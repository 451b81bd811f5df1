import { Button, type ButtonProps, Tooltip } from '@mui/material'
import { useId } from 'react'

interface Props extends ButtonProps {
  /** Why the button is locked; undefined if it is not. */
  reason: string | undefined
}

/** Explains why it is locked. It uses `aria-disabled`, because a `disabled` button cannot have the focus. */
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
