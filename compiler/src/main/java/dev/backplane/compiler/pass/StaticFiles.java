package dev.backplane.compiler.pass;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Files that plugins bring and that are used as they are. For use by one thread at a time. */
public final class StaticFiles {
  private final Map<String, Supplier<String>> files = new HashMap<>();

  /** No files. */
  public StaticFiles() {}

  /**
   * Adds a file.
   *
   * @param name its name
   * @param text gives its content when a design needs it
   * @return takes it out again
   * @throws CompilerException with {@link CompilerError#FILE_CONFLICT} if there is another of this
   *     name
   */
  public Registration register(String name, Supplier<String> text) {
    if (files.putIfAbsent(name, text) != null) {
      throw new CompilerException(
          CompilerError.FILE_CONFLICT, "file " + name, "a plugin has brought it already");
    }
    return () -> files.remove(name, text);
  }

  /** {@return whether there is a file of this name} */
  public boolean has(String name) {
    return files.containsKey(name);
  }

  /**
   * Gives the content of a file.
   *
   * @param name its name
   * @param place what needs it, for messages
   * @return its content
   * @throws CompilerException with {@link CompilerError#BAD_COMPONENT} if it is not there
   */
  public String text(String name, String place) {
    Supplier<String> text = files.get(name);
    if (text == null) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT,
          place,
          "it needs the static file " + name + ", which no loaded plugin brings");
    }
    return text.get();
  }
}
