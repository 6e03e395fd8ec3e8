package dev.backplane.compiler.torch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.OutputFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A network as a Python module, and its weights. Immutable.
 *
 * @param name what Python imports
 * @param source the module
 * @param weights its tensors
 */
public record TorchModule(String name, String source, Safetensors weights) {
  /**
   * Writes {@code NAME.py} and {@code NAME.safetensors} into a new folder: both or none.
   *
   * @param folder the folder, which must not exist or be empty
   * @throws CompilerException with {@link CompilerError#OUTPUT} if that is not possible
   */
  public void write(Path folder) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put(name + ".py", source.getBytes(StandardCharsets.UTF_8));
    files.put(name + ".safetensors", weights.bytes());
    OutputFolder.write(folder, files);
  }
}
