import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/**
 * A real OAuth server that stands in for ORCID: its paths and scope, and the iD in the token's answer, as
 * ORCID returns it. Everything else is the provider's own: codes, their expiry and single use, client
 * secrets, redirect addresses.
 */
export interface OrcidProvider {
  url: string
  clientId: string
  clientSecret: string
  /** The iD that the next sign-in authenticates. */
  signInAs(orcid: string): void
  /** What people in a browser choose from now on. */
  choose(choice: 'allow' | 'deny'): void
  /** Follows a browser's redirects from the authorize URL to the journal's callback, whose URL it returns. */
  authorize(address: string, choice?: 'allow' | 'deny'): Promise<URL>
  close(): Promise<void>
}

export async function anOrcidProvider(redirectUri: string): Promise<OrcidProvider> {
  const clientId = 'APP-JOURNAL'
  const clientSecret = 'orcid-client-secret-of-the-tests'
  let orcid = '0000-0002-1825-0097'
  let chosen: 'allow' | 'deny' = 'allow'
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['/authenticate'],
    routes: { authorization: '/oauth/authorize', token: '/oauth/token' },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    cookies: { keys: ['tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, Interaction: 600, Session: 600 },
  })
  provider.use(async (context, next) => {
    await next()
    // ORCID adds the iD to the token's answer itself.
    const body = context.body as { access_token?: string; orcid?: string } | undefined
    if (context.oidc?.route === 'token' && body?.access_token) body.orcid = context.oidc.account!.accountId
  })

  const answer = provider.callback()
  server.on('request', (request, response) => {
    const interaction = /^\/interaction\/[^/?]+(\?deny)?$/.exec(request.url ?? '')
    if (!interaction) return void answer(request, response)
    void decide(request, response, chosen === 'deny' || interaction[1] !== undefined)
  })

  async function decide(request: Parameters<typeof answer>[0], response: Parameters<typeof answer>[1], deny: boolean) {
    const details = await provider.interactionDetails(request, response)
    if (deny) {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'the person said no',
      })
    }
    const grant = new provider.Grant({ accountId: orcid, clientId })
    grant.addOIDCScope('/authenticate')
    const grantId = await grant.save()
    return provider.interactionFinished(
      request,
      response,
      details.prompt.name === 'login'
        ? { login: { accountId: orcid }, consent: { grantId } }
        : { consent: { grantId } },
    )
  }

  return {
    url,
    clientId,
    clientSecret,
    signInAs: (next) => (orcid = next),
    choose: (choice) => (chosen = choice),
    authorize: (address, choice = 'allow') => browse(address, redirectUri, choice),
    close: () => closed(server),
  }
}

/** Follows redirects with cookies until one leads to the journal. */
async function browse(address: string, redirectUri: string, choice: 'allow' | 'deny'): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  for (let step = 0; step < 10; step++) {
    if (choice === 'deny' && at.pathname.startsWith('/interaction/')) at.search = '?deny'
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s) as [string, string]
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
    if (at.href.startsWith(redirectUri)) return at
  }
  throw new Error('the provider never came back')
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
