-- Shifts and rotations: functions and operators, fixed and variable amounts, amounts beyond the width, negative ones.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity shifts is
  port (
    clk : in  std_logic;
    s   : in  signed(9 downto 0);
    u   : in  unsigned(9 downto 0);
    v   : in  std_logic_vector(9 downto 0);
    n   : in  unsigned(3 downto 0);
    m   : in  signed(4 downto 0);
    sl  : out signed(9 downto 0);
    sr  : out signed(9 downto 0);
    ul  : out unsigned(9 downto 0);
    ur  : out unsigned(9 downto 0);
    srol : out signed(9 downto 0);
    sror : out signed(9 downto 0);
    urol : out unsigned(9 downto 0);
    uror : out unsigned(9 downto 0);
    ssll : out signed(9 downto 0);
    ssrl : out signed(9 downto 0);
    ssra : out signed(9 downto 0);
    ssla : out signed(9 downto 0);
    usll : out unsigned(9 downto 0);
    usrl : out unsigned(9 downto 0);
    vsll : out std_logic_vector(9 downto 0);
    vsrl : out std_logic_vector(9 downto 0);
    vrol : out std_logic_vector(9 downto 0);
    vror : out std_logic_vector(9 downto 0);
    fixed_sr : out signed(9 downto 0);
    fixed_ul : out unsigned(9 downto 0);
    fixed_neg : out unsigned(9 downto 0);
    fixed_big : out signed(9 downto 0);
    fixed_rol : out std_logic_vector(9 downto 0);
    mul_sr : out signed(19 downto 0);
    sum_sr : out signed(9 downto 0);
    wide_sr : out signed(79 downto 0);
    reg_sr : out signed(9 downto 0);
    one_hot : out std_logic_vector(15 downto 0)
  );
end entity;

architecture rtl of shifts is
  signal wide : signed(79 downto 0);
  signal r : signed(9 downto 0) := (others => '0');
begin
  sl <= shift_left(s, to_integer(n));
  sr <= shift_right(s, to_integer(n));
  ul <= shift_left(u, to_integer(n));
  ur <= shift_right(u, to_integer(n));
  srol <= signed(rotate_left(unsigned(s), to_integer(n)));
  sror <= signed(rotate_right(unsigned(s), to_integer(n)));
  urol <= rotate_left(u, to_integer(n));
  uror <= rotate_right(u, to_integer(n));
  ssll <= s sll to_integer(n);
  ssrl <= s srl to_integer(n);
  ssra <= s sra to_integer(n);
  ssla <= s sll to_integer(n);
  usll <= u sll to_integer(n);
  usrl <= u srl to_integer(n);
  vsll <= v sll to_integer(n);
  vsrl <= v srl to_integer(n);
  vrol <= v rol 3;
  vror <= v ror 9;
  fixed_sr <= shift_right(s, 3);
  fixed_ul <= shift_left(u, 3);
  fixed_neg <= u sll (-2);
  fixed_big <= shift_right(s, 12);
  fixed_rol <= v rol 2;
  mul_sr <= shift_right(s * signed(v), 4);
  sum_sr <= shift_right(s + signed(v), to_integer(n(1 downto 0)));
  wide <= resize(s, 40) & resize(signed(v), 40);
  wide_sr <= shift_right(wide, to_integer(n & "01"));
  process (clk)
  begin
    if rising_edge(clk) then
      if n = 0 then r <= s; else r <= shift_right(r, 1); end if;
    end if;
  end process;
  reg_sr <= r;
  process (all)
  begin
    one_hot <= (others => '0');
    one_hot(to_integer(n)) <= '1';
  end process;
end architecture;
