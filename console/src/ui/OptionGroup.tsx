import { type AutocompleteRenderGroupParams, Box, ListSubheader } from '@mui/material'

/** A labelled group of options. MUI's own groups are lists, which ARIA does not allow inside a listbox. */
export const renderOptionGroup = ({ key, group, children }: AutocompleteRenderGroupParams) => (
  <Box key={key} role="group" aria-label={group}>
    <ListSubheader component="div" aria-hidden>
      {group}
    </ListSubheader>
    {children}
  </Box>
)
