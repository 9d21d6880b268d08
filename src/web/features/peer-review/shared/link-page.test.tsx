import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ApiError } from '../../../client/api-error.ts'
import { LinkPage } from './link-page.tsx'

test.each([
  [404, 'Your report could not be opened'],
  [401, 'This link does not work'],
])('a link that is answered with %s leads to a page with a heading', (statusCode, heading) => {
  const failure = new ApiError(statusCode, 'Not there')
  render(
    <MemoryRouter>
      <LinkPage
        secret="x"
        opened={{ shown: null, failure, load: async () => {} }}
        failed="Your report could not be opened"
      >
        {() => null}
      </LinkPage>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
})
