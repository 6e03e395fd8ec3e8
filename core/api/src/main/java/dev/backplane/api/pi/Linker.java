package dev.backplane.api.pi;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Program;
import dev.backplane.api.contract.Operation;
import java.util.List;

/** The ability to compile the parts of a program one by one and to link them. */
public interface Linker extends Facet {
  /**
   * Compiles without linking.
   *
   * @param image source or SPIR-V
   * @return the compiled code; the caller closes it
   * @throws dev.backplane.api.BackplaneException as {@link dev.backplane.api.Images#load}; {@link
   *     ErrorCode#INVALID_ARGUMENT} for what is compiled already
   */
  @Operation("compile {0}")
  CompiledCode compile(Image image);

  /**
   * Links.
   *
   * @param parts compiled code of this device, one or more
   * @param options what the linker is told
   * @return the program; the caller closes it
   * @throws dev.backplane.api.BackplaneException {@link ErrorCode#BUILD_FAILED} with the linker's
   *     log; {@link ErrorCode#INVALID_ARGUMENT} if there is nothing to link
   */
  Program link(List<CompiledCode> parts, String options);
}
