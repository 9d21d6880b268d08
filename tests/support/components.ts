import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A second, as delivered, is too little on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Each test begins with an empty page and an empty device.
afterEach(() => {
  cleanup()
  localStorage.clear()
})
