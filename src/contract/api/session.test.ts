import { describe, expect, test } from 'vitest'
import { NAME_NEEDS_LETTER } from './field-schemas.ts'
import { check } from './errors.ts'
import { SignIn, SignUp, SignUpForm, TERMS_REQUIRED } from './session.ts'

/** The exact messages: clients and people rely on them. */
describe('sign-in', () => {
  const good = { email: 'ayesha@plants.test', password: 'Sunflower-42' }

  test.each([
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', '   ', 'Email is required'],
    ['email', 'ayesha', 'Invalid email address'],
    ['email', 'ayesha@', 'Invalid email address'],
    ['email', 'a b@plants.test', 'Invalid email address'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 'Short-1', 'Password must be at least 8 characters'],
  ])('%s %j: %s', (field, value, message) => {
    expect(check(SignIn, { ...good, [field]: value }).errors).toEqual({ [field]: message })
  })

  test('asks for no more than eight characters', () => {
    expect(check(SignIn, { ...good, password: 'sunshine' }).errors).toBeUndefined()
  })

  test('reads the address in any letter case', () => {
    expect(check(SignIn, { ...good, email: ' Ayesha@Plants.TEST ' }).data?.email).toBe('ayesha@plants.test')
  })

  test('says what is wrong with both fields at once', () => {
    expect(check(SignIn, { email: '', password: '' }).errors).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    })
  })
})

describe('sign-up', () => {
  const good = {
    fullName: 'Ayesha Malik',
    username: 'ayesha_malik',
    email: 'ayesha@plants.test',
    password: 'Sunflower-42',
    phoneNumber: '+92 (300) 123-4567',
    location: 'Multan',
  }
  const STRENGTH = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
  const USERNAME_LETTERS = 'Username can only contain letters, numbers, and underscores'

  test('takes what is asked for, and an ORCID iD unseen', () => {
    expect(check(SignUp, good).data).toEqual(good)
    expect(check(SignUp, { ...good, orc_id: 'whatever' }).errors).toBeUndefined()
  })

  test.each([
    ['fullName', undefined, 'Full name is required'],
    ['fullName', ' ', 'Full name is required'],
    ['fullName', '-'.repeat(40), NAME_NEEDS_LETTER],
    ['fullName', 'x'.repeat(101), 'Full name cannot exceed 100 characters'],
    ['username', undefined, 'Username is required'],
    ['username', '', 'Username is required'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'x'.repeat(31), 'Username cannot exceed 30 characters'],
    ['username', 'ayesha malik', USERNAME_LETTERS],
    ['username', 'ayesha-malik', USERNAME_LETTERS],
    ['username', 'ayеsha', USERNAME_LETTERS],
    ['email', '', 'Email is required'],
    ['email', 'ayesha@plants', 'Invalid email address'],
    ['password', undefined, 'Password is required'],
    ['password', 'Sun-42', 'Password must be at least 8 characters'],
    ['password', 'sunflower-42', STRENGTH],
    ['password', 'SUNFLOWER-42', STRENGTH],
    ['password', 'Sunflower', STRENGTH],
    ['phoneNumber', undefined, 'Phone number is required'],
    ['phoneNumber', '', 'Phone number is required'],
    ['phoneNumber', '123456', 'Invalid phone number format'],
    ['phoneNumber', '1'.repeat(21), 'Invalid phone number format'],
    ['phoneNumber', '0300 CALL ME', 'Invalid phone number format'],
    ['phoneNumber', '0300+1234567', 'Invalid phone number format'],
    ['location', undefined, 'Location is required'],
    ['location', '  ', 'Location is required'],
  ])('%s %j: %s', (field, value, message) => {
    expect(check(SignUp, { ...good, [field]: value }).errors).toEqual({ [field]: message })
  })

  test.each([
    ['fullName', 'x'.repeat(100)],
    ['username', 'abc'],
    ['username', 'x'.repeat(30)],
    ['password', `Aa1${'x'.repeat(125)}`],
    ['phoneNumber', '1234567'],
    ['phoneNumber', `+${'1'.repeat(20)}`],
  ])('%s %j is just within its limits', (field, value) => {
    expect(check(SignUp, { ...good, [field]: value }).errors).toBeUndefined()
  })

  test('a password longer than 128 characters is refused, never cut', () => {
    expect(check(SignUp, { ...good, password: `Aa1${'x'.repeat(126)}` }).errors).toEqual({
      password: 'Password cannot exceed 128 characters',
    })
  })

  test('nobody signs up with a role or an id of their choice', () => {
    expect(check(SignUp, { ...good, role: 'admin', id: '1' }).errors).toEqual({
      role: 'Unknown field "role"',
      id: 'Unknown field "id"',
    })
  })

  test('programs that fill in every field are turned away', () => {
    expect(check(SignUp, { ...good, website: 'https://spam.test' }).errors).toHaveProperty('website')
    expect(check(SignUp, { ...good, website: '' }).errors).toBeUndefined()
  })

  test('the terms have to be accepted', () => {
    expect(check(SignUpForm, { ...good, terms: false }).errors).toEqual({ terms: TERMS_REQUIRED })
    expect(check(SignUpForm, good).errors).toEqual({ terms: TERMS_REQUIRED })
    expect(check(SignUpForm, { ...good, terms: true }).errors).toBeUndefined()
  })
})
