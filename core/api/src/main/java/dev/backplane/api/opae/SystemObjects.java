package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;
import java.util.Set;

/**
 * The ability to show attributes of the driver below by name, as the system's file tree of devices
 * has them: containers, which have objects, and attributes, which have a value. Safe for use by
 * several threads.
 */
public interface SystemObjects extends Facet {
  /** An option for finding an object. */
  enum Option {
    /**
     * Its name is a pattern, with {@code *}, {@code ?} and {@code [...]}; the first match is it.
     */
    PATTERN,
    /** A container is read with the attributes in it. */
    CHILDREN,
    /** A container is read with all that is below it. */
    DESCENDANTS
  }

  /**
   * Finds an object.
   *
   * @param name its name, with {@code /} between those of the containers that it is in
   * @param options how
   * @return the object; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} if there is none of that name
   */
  @Operation("find object {0} of")
  SystemObject object(String name, Set<Option> options);
}
