import { useEffect, useState } from 'react'
import { THEME_KEY } from './early-script.ts'

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
type Choice = (typeof CHOICES)[number]['value']

/** Light, dark, or the system setting. Stored on this device; needs scripts, so shown only with them. */
export function ThemeChoice() {
  const [choice, setChoice] = useState<Choice | null>(null)

  useEffect(() => {
    const theme = document.documentElement.dataset.theme
    setChoice(theme === 'light' || theme === 'dark' ? theme : 'system')
  }, [])

  const choose = (value: Choice) => {
    setChoice(value)
    if (value === 'system') {
      delete document.documentElement.dataset.theme
      localStorage.removeItem(THEME_KEY)
    } else {
      document.documentElement.dataset.theme = value
      localStorage.setItem(THEME_KEY, value)
    }
  }

  return (
    <fieldset className="theme" disabled={choice === null}>
      <legend>Appearance</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={choice === value} onChange={() => choose(value)} />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  )
}
