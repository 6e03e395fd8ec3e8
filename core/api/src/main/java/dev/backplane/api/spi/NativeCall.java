package dev.backplane.api.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which C function a method of a table of calls stands for, so that a trace can name it. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NativeCall {
  /**
   * {@return the function's prototype without its result, for example {@code piQueueFinish(pi_queue
   * queue)}}
   */
  String value();
}
