import type { ReactNode } from 'react'
import { useSession } from '../../../client/session.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { SkeletonLines } from '../../../ui/states.tsx'
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts'

/** Opens what this person has changed and not published. */
export function WithDraft({ children }: { children: (keeper: DraftSync<SettingsDraft>) => ReactNode }) {
  const session = useSession()
  return session && <Opened userId={session.user.id}>{children}</Opened>
}

function Opened({ userId, children }: { userId: string; children: (keeper: DraftSync<SettingsDraft>) => ReactNode }) {
  const keeper = useSettingsDraft(userId)
  return keeper ? children(keeper) : <SkeletonLines widths={[60, 90, 75]} />
}
