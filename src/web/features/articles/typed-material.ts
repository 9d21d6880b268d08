import type { Article } from '../../../contract/api/articles.ts'
import {
  type Material,
  type NameAct,
  newNameInWords,
  permitInWords,
  type PermitKind,
  type TypeStatus,
  voucherWithLinks,
} from '../../../contract/rules/articles/declared-material.ts'

/** A specimen as typed; empty strings for none. */
export interface TypedVoucher extends Record<
  'taxon' | 'collector' | 'number' | 'herbarium' | 'barcode' | 'uri' | 'country' | 'locality',
  string
> {
  typeStatus: TypeStatus | ''
  sensitive: boolean
}

/** A permit as typed. */
export interface TypedPermit extends Record<'number' | 'authority' | 'country' | 'on', string> {
  kind: PermitKind | ''
}

/** A new name as typed. */
export interface TypedName {
  name: string
  act: NameAct | ''
  ipni: string
}

export interface TypedMaterial {
  vouchers: TypedVoucher[]
  permitDetails: TypedPermit[]
  newNames: TypedName[]
}

export const NO_VOUCHER: TypedVoucher = {
  ...{ taxon: '', collector: '', number: '', herbarium: '', barcode: '', uri: '', country: '', locality: '' },
  ...{ typeStatus: '', sensitive: false },
}
export const NO_PERMIT: TypedPermit = { kind: '', number: '', authority: '', country: '', on: '' }
export const NO_NAME: TypedName = { name: '', act: '', ipni: '' }

export const typedMaterial = ({
  vouchers = [],
  permitDetails = [],
  newNames = [],
}: Pick<Article, keyof Material>): TypedMaterial => ({
  vouchers: vouchers.map(({ barcode, uri, country, locality, typeStatus, ...voucher }) => ({
    ...voucher,
    ...{ barcode: barcode ?? '', uri: uri ?? '', country: country ?? '', locality: locality ?? '' },
    typeStatus: typeStatus ?? '',
  })),
  permitDetails: permitDetails.map((permit) => ({ ...permit })),
  newNames: newNames.map(({ ipni, ...name }) => ({ ...name, ipni: ipni ?? '' })),
})

/** Each as a line, with what readers are not shown. */
export const materialInWords = ({ vouchers, permitDetails, newNames }: TypedMaterial) => ({
  vouchers: vouchers.map(({ typeStatus, ...voucher }) =>
    [
      voucherWithLinks({ ...voucher, typeStatus: typeStatus || null }),
      ...(voucher.sensitive && voucher.country ? ['place not shown to readers'] : []),
    ].join(', '),
  ),
  permitDetails: permitDetails.map(({ kind, ...permit }) => permitInWords({ ...permit, kind: kind || 'other' })),
  newNames: newNames.map(({ act, ...name }) => newNameInWords({ ...name, act: act || 'taxon' })),
})
