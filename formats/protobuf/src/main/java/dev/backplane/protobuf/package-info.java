/**
 * The wire format of protobuf: messages are sequences of fields, each a number and a value.
 *
 * <p>Not Google's library, for two measured reasons: with 4.33 the first message that is read, and
 * with 4.35 the first that is written, prints warnings of {@code sun.misc.Unsafe} into the user's
 * program; and 4.35 copies a message in direct memory before it reads it, which for the XRT door is
 * every buffer that a host transfers. Both users here know few messages and generate nothing.
 */
package dev.backplane.protobuf;
