import { useHref, useNavigate } from 'react-router-dom'

/**
 * Leaves a page once the service has answered what was done there, unless the user has left it meanwhile.
 * @param page the path of the page, which may have tabs below it
 */
export function useLeave(page: string): (to: string) => void {
  const navigate = useNavigate()
  const href = useHref(page)
  return (to) => {
    if (`${location.pathname}/`.startsWith(`${href}/`)) void navigate(to)
  }
}
