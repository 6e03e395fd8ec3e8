package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Makes;
import dev.backplane.api.contract.Operation;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * A container or an attribute of {@link SystemObjects}. An attribute keeps the value that it had
 * when it was found, until {@link #refresh}. The holder closes it. Safe for use by several threads.
 */
public interface SystemObject extends AutoCloseable {
  /** {@return whether it has other objects in it, and no value} */
  @Operation("ask for the kind of an object of")
  boolean isContainer();

  /** {@return how many bytes an attribute's value has, or how many objects a container has} */
  @Operation("ask for the size of an object of")
  long size();

  /** Reads an attribute's value anew; a container's list of objects. */
  @Operation("refresh an object of")
  void refresh();

  /**
   * Reads bytes of an attribute's value.
   *
   * @param offset the first
   * @param target is filled
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} where there are fewer; {@link
   *     ErrorCode#INVALID_ARGUMENT} for a container
   */
  @Operation("read an object of")
  void read(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) long offset, @Out MemorySegment target);

  /**
   * Reads an attribute as a number.
   *
   * @return the number that its text has, decimal or with {@code 0x}; its first eight bytes where
   *     it has no text
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a container, or a text that
   *     is no number
   */
  @Operation("read an object of")
  long read64();

  /**
   * Writes an attribute as a number, in hexadecimal.
   *
   * @param value the number
   * @throws BackplaneException {@link ErrorCode#NOT_PERMITTED} if it can only be read; {@link
   *     ErrorCode#INVALID_ARGUMENT} for a container
   */
  @Operation("write an object of")
  void write64(long value);

  /**
   * Finds an object in a container.
   *
   * @param name as for {@link SystemObjects#object}
   * @param options how
   * @return the object; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} if there is none; {@link
   *     ErrorCode#INVALID_ARGUMENT} for an attribute
   */
  @Makes
  @Operation("find object {0} in an object of")
  SystemObject object(String name, Set<SystemObjects.Option> options);

  /**
   * Gives an object in a container by its place.
   *
   * @param index from 0 to less than {@link #size}
   * @return the object; the caller closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none; {@link
   *     ErrorCode#INVALID_ARGUMENT} for an attribute
   */
  @Makes
  @Operation("find object number {0} in an object of")
  SystemObject objectAt(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) long index);

  /** Lets go of it. */
  @Override
  void close();
}
