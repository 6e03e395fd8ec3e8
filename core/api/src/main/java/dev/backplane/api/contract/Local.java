package dev.backplane.api.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation, or all of an interface, that works only in the process of the device: it passes
 * memory or code that cannot be sent. Every other signature can cross a wire. A value in which a
 * local component is set stays in the process, too.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.CLASS)
public @interface Local {}
