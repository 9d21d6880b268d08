import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// A second, as delivered, is too little on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Each test begins with an empty page and an empty device.
afterEach(() => {
  cleanup()
  localStorage.clear()
})

// The document is that of the next file as well.
afterAll(() => {
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
