import { z } from 'zod'
import { STEP_IDS, STEP_STATES } from '../rules/settings/setting-up.ts'
import { endpoint } from './endpoint.ts'

export const SettingUp = z.object({
  steps: z.array(
    z.object({
      id: z.enum(STEP_IDS),
      state: z.enum(STEP_STATES),
      note: z.string().describe('How far it is, as a short sentence; empty for nothing to say.'),
      said: z
        .object({ by: z.string().nullable(), at: z.iso.datetime() })
        .nullable()
        .describe('Who said so; null for what the journal knows by itself.'),
    }),
  ),
})
export type SettingUp = z.infer<typeof SettingUp>

export const settingUp = {
  read: endpoint('GET /setting-up', {
    access: 'administrators',
    summary: 'What a new journal has and what it has not, as far as the journal knows or an editor has said',
    output: SettingUp,
  }),
  mark: endpoint('PUT /setting-up/{step}', {
    access: 'administrators',
    summary: 'Says that a step is done or not planned, or takes that back',
    input: z.strictObject({ step: z.enum(STEP_IDS), state: z.enum(STEP_STATES) }),
    output: SettingUp,
  }),
}
