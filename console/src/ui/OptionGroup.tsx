import { type AutocompleteRenderGroupParams, Box, ListSubheader } from '@mui/material'

/** A picker's options of one kind, under its name. MUI's own groups are lists, which may not stand in a list of options. */
export const renderOptionGroup = ({ key, group, children }: AutocompleteRenderGroupParams) => (
  <Box key={key} role="group" aria-label={group}>
    <ListSubheader component="div" aria-hidden>
      {group}
    </ListSubheader>
    {children}
  </Box>
)
