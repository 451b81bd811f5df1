import { Box } from '@mui/material'

interface Props {
  /** The service's image. */
  svg: string
  label: string
}

const partOf = (svg: string, pattern: RegExp) => pattern.exec(svg)?.[1]

/** A QR code. Its path is taken from the image: no text becomes markup, and the page loads no `data:` images. */
export const QrCode = ({ svg, label }: Props) => (
  <Box
    component="svg"
    role="img"
    aria-label={label}
    viewBox={partOf(svg, /\bviewBox="([\d .]+)"/)}
    shapeRendering="crispEdges"
    // Dark on light in both themes: apps read no inverted codes.
    sx={{ width: 200, alignSelf: 'center', bgcolor: '#fff', borderRadius: 1, forcedColorAdjust: 'none' }}
  >
    <path fill="#000" d={partOf(svg, /<path\b[^>]*\sd="([^"]+)"/)} />
  </Box>
)
