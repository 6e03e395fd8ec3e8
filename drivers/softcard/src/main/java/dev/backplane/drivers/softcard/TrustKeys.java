package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.signature.SignatureException;
import dev.backplane.signature.SignaturePolicy;
import dev.backplane.signature.TrustStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the object {@code signature} of a card's configuration. */
final class TrustKeys {
  private static final Set<String> KNOWN = Set.of("policy", "trust_store", "password");

  private final BiFunction<String, String, BackplaneException> wrong;

  /**
   * A reader.
   *
   * @param wrong makes the error for a path in the configuration and a problem
   */
  TrustKeys(BiFunction<String, String, BackplaneException> wrong) {
    this.wrong = wrong;
  }

  /** Reads the object at a path; a trust store is opened now, so that a wrong one is found now. */
  ImageTrust read(JsonNode node, String path) {
    if (!node.isObject()) {
      throw wrong.apply(path, "must be an object, not " + node);
    }
    for (String key : node.propertyNames()) {
      if (!KNOWN.contains(key)) {
        throw wrong.apply(path + "." + key, "is no known key; there are " + new TreeSet<>(KNOWN));
      }
    }
    String word = text(node, path, "policy");
    SignaturePolicy policy =
        SignaturePolicy.parse(word == null ? SignaturePolicy.REQUIRE.text() : word)
            .orElseThrow(
                () ->
                    wrong.apply(
                        path + ".policy",
                        "'%s' is none of %s"
                            .formatted(
                                word,
                                Arrays.stream(SignaturePolicy.values())
                                    .map(SignaturePolicy::text)
                                    .toList())));
    if (policy == SignaturePolicy.IGNORE) {
      return ImageTrust.USUAL;
    }
    String file = text(node, path, "trust_store");
    if (file == null) {
      throw wrong.apply(
          path + ".trust_store",
          "is missing; name a PEM or PKCS#12 file of certificates for policy " + policy.text());
    }
    return new ImageTrust(policy, store(file, node, path), InstantSource.system());
  }

  private TrustStore store(String file, JsonNode node, String path) {
    String password = text(node, path, "password");
    try {
      return TrustStore.read(Path.of(file), password == null ? null : password.toCharArray());
    } catch (SignatureException | InvalidPathException e) {
      throw wrong.apply(path + ".trust_store", String.valueOf(e.getMessage()));
    }
  }

  private @Nullable String text(JsonNode node, String path, String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      return null;
    }
    if (!value.isString() || value.stringValue().isEmpty()) {
      throw wrong.apply(path + "." + key, "must be a text, not " + value);
    }
    return value.stringValue();
  }
}
