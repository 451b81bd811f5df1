import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { PlaceField, type PlaceProps } from './PlaceField.tsx'
import { isZoneFound, listZones, offsetText, type Zone, zoneMinutes } from './zones.ts'

const NONE: Zone[] = []

interface Props extends PlaceProps {
  onChange: (id: string) => void
}

/** A time zone by its city or its current offset; the browser's own is the first one. */
export const ZoneField = ({ onChange, ...props }: Props) => {
  const translate = useTranslate()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  /** Listed when the field is opened: the offsets of all zones take a tenth of a second. */
  const [zones, setZones] = useState(NONE)
  const minutes = zoneMinutes(props.value, new Date())
  const nameOf = (minutes: number, isOwn: boolean) =>
    isOwn ? translate('ui.places.own_zone', { offset: offsetText(minutes) }) : offsetText(minutes)
  return (
    <PlaceField
      {...props}
      options={zones}
      hint={minutes === undefined ? undefined : offsetText(minutes)}
      onOpen={() => zones.length === 0 && setZones(listZones(own, new Date()))}
      isFound={isZoneFound}
      textOf={({ id }) => id}
      detailOf={({ id, minutes }) => nameOf(minutes, id === own)}
      onChange={(id) => onChange(id)}
    />
  )
}
