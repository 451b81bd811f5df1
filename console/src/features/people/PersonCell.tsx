import { Box, Stack, Typography } from '@mui/material'

interface Props {
  name: string
  /** Such as an email, if the caller may see it. */
  detail?: string | null | undefined
  size?: number
}

/** First letters of the first and the last word, in any script. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toLocaleUpperCase()
}

/** Always the same colour for the same name. */
function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360
  return sum
}

/** Initials, not pictures: pictures are on other hosts, which would learn who views whom. */
export const PersonAvatar = ({ name, size = 28 }: { name: string; size?: number }) => (
  <Box
    aria-hidden
    data-initials={initialsOf(name)}
    sx={({ palette }) => ({
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      width: size,
      height: size,
      borderRadius: '50%',
      fontSize: size * 0.39,
      fontWeight: 600,
      lineHeight: 1,
      // Generated content, not text: voice control addresses a button by its text, which should be the name.
      '&::before': { content: 'attr(data-initials)' },
      color: palette.mode === 'light' ? `hsl(${hueOf(name)} 55% 27%)` : `hsl(${hueOf(name)} 60% 85%)`,
      bgcolor: palette.mode === 'light' ? `hsl(${hueOf(name)} 55% 91%)` : `hsl(${hueOf(name)} 30% 24%)`,
    })}
  />
)

export const PersonCell = ({ name, detail, size = 28 }: Props) => (
  <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, minWidth: 0 }}>
    <PersonAvatar name={name} size={size} />
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
        {name}
      </Typography>
      {detail && (
        <Typography variant="caption" color="textSecondary" noWrap component="div">
          {detail}
        </Typography>
      )}
    </Box>
  </Stack>
)
