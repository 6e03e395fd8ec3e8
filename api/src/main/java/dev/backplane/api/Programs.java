package dev.backplane.api;

import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Set;

/**
 * The ability to build programs on the device, many at a time. {@link Images} is the simple way,
 * with one program at a time and the same on every kind of device.
 */
public interface Programs extends Facet {
  /** {@return what programs can be made of} */
  Set<ProgramCode.Form> forms();

  /**
   * Compiles and links.
   *
   * @param code the code, with options and constants
   * @return the program; the caller closes it
   * @throws BackplaneException {@link ErrorCode#BUILD_FAILED} with the compiler's log, its file and
   *     lines included; {@link ErrorCode#IMAGE_INVALID} for a binary that the device does not take;
   *     {@link ErrorCode#NOT_SUPPORTED} for a form that it does not have
   */
  @Operation("build {0}")
  BuiltProgram build(ProgramCode code);

  /**
   * Compiles without linking.
   *
   * @param code source or SPIR-V
   * @return the compiled code; the caller closes it
   * @throws BackplaneException as {@link #build}
   */
  @Operation("compile {0}")
  CompiledCode compile(ProgramCode code);

  /**
   * Links.
   *
   * @param parts compiled code of this device, one or more
   * @param options what the linker is told
   * @return the program; the caller closes it
   * @throws BackplaneException as {@link #build}
   */
  BuiltProgram link(List<CompiledCode> parts, String options);
}
