import { useEffect } from 'react'
import { showTheme } from './document/theme.ts'

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/**
 * Light, dark, or the system setting. Stored on this device; needs scripts, so disabled without them. The
 * document's own script does what it says.
 */
export function ThemeChoice() {
  useEffect(showTheme, [])
  return (
    <fieldset className="theme" disabled>
      <legend>Appearance</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} /> {label}
        </label>
      ))}
    </fieldset>
  )
}
