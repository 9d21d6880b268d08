import { useEffect, useState } from 'react'
import { IMAGE_MAX_BYTES } from '../../../contract/rules/files/file-rules.ts'
import { pictureAt } from '../../../contract/rules/settings/picture-address.ts'
import {
  LOGO_TYPE_REFUSED,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE_REFUSED,
  PICTURE_TYPES,
  type PictureUse,
  SVG_MAX,
  SVG_TOO_LONG,
  SVG_TYPE,
} from '../../../contract/rules/settings/pictures.ts'
import { browserApi } from '../../client/api.ts'
import { ApiError, failureOf } from '../../client/api-error.ts'
import { uploadFile } from '../../client/upload.ts'

/** A picture of the journal: its address once it is published, and where its editor sees it until then. */
export type SettingsPicture = Awaited<ReturnType<typeof browserApi.settings.addPicture>>

/** What a person can choose, for the file chooser. */
export const acceptedFor = (use: PictureUse): string =>
  [...PICTURE_TYPES, ...(use === 'logo' ? [SVG_TYPE] : [])].join(',')

/** What is wrong with a chosen file, before it is sent. */
function fileFault(file: File, use: PictureUse): string | null {
  if (use === 'logo' && file.type === SVG_TYPE) return file.size > SVG_MAX ? SVG_TOO_LONG : null
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type))
    return use === 'logo' ? LOGO_TYPE_REFUSED : PICTURE_TYPE_REFUSED
  return file.size > IMAGE_MAX_BYTES ? PICTURE_TOO_LARGE : null
}

/** Uploads a logo, or a picture for a text. `path`: of one from exported settings, which keeps its address. */
export async function addPicture(file: File, use: PictureUse, path?: string): Promise<SettingsPicture> {
  const fault = fileFault(file, use)
  if (fault) throw new ApiError(400, fault)
  if (file.type === SVG_TYPE) return browserApi.settings.addPicture({ use, svg: await file.text() })
  const { url } = await uploadFile(file, { onProgress: () => {}, signal: new AbortController().signal })
  return browserApi.settings.addPicture({ use, fileUrl: url, ...(path !== undefined && { path }) })
}

const NOT_SENT = 'The picture could not be uploaded. Please try again.'

/** Why a picture could not be added, as a sentence. */
export const pictureFailure = (failure: unknown): string => {
  const { statusCode, message, errors } = failureOf(failure)
  return errors.file ?? (statusCode ? message : NOT_SENT)
}

/** Where a picture can be seen now, also before it is published; null if it is none of the journal's. */
export const seenPicture = async (path: string): Promise<string | null> =>
  pictureAt(path) ? (await browserApi.settings.picture({ path })).seenAt : null

/** The same, also null until it is known. */
export function useSeenPicture(path: string): string | null {
  const [seen, setSeen] = useState<{ path: string; at: string } | null>(null)
  useEffect(() => {
    let isGone = false
    seenPicture(path).then(
      (at) => !isGone && setSeen(at === null ? null : { path, at }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [path])
  return seen?.path === path ? seen.at : null
}
