package dev.backplane.opae.abi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/**
 * An extension of an instance whose resources are those of a native OPAE plugin, for the library
 * that serves C programs. It passes a program's own arguments to the plugin's functions, unchanged.
 * Safe for use by several threads, as far as the plugin is.
 */
public interface OpaePlugin {
  /** The version of this extension. */
  String VERSION = "1.0.0";

  /** {@return the functions of the plugin} */
  Opae functions();

  /**
   * {@return the plugin's token of a resource, which stays the instance's and lives as long as it}
   *
   * @param key the key that the resource was enumerated with
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} if there is none of that key
   */
  long token(String key);
}
